// SPDX-License-Identifier: GPL-2.0
/* A pretend I2C bus with one write-only device (default 0x3c, an OLED).  Every write message is
 * appended to /dev/i2c-oled-sim as: u16 little-endian length, then the bytes.  Reads return 0x00.
 * The bus has the number of a Raspberry Pi's, and may be made as slow as a bad wire makes it.
 */
#include <linux/delay.h>
#include <linux/i2c.h>
#include <linux/kfifo.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/fs.h>

static ushort addr = 0x3c;
module_param(addr, ushort, 0444);
static ushort nack;		/* write 1 to /sys/module/i2c_oled_sim/parameters/nack: unplug the display */
module_param(nack, ushort, 0644);
static int bus = 1;
module_param(bus, int, 0444);
static uint slow;		/* milliseconds that every transfer takes longer */
module_param(slow, uint, 0644);
static ulong messages, bytes, dropped;
module_param(messages, ulong, 0444);
module_param(bytes, ulong, 0444);
module_param(dropped, ulong, 0444);

static DEFINE_KFIFO(log, u8, 131072);
static DEFINE_MUTEX(lock);

static int sim_xfer(struct i2c_adapter *a, struct i2c_msg *msgs, int num)
{
	int i;

	if (slow)
		msleep(slow);
	mutex_lock(&lock);
	for (i = 0; i < num; i++) {
		struct i2c_msg *m = &msgs[i];
		u8 head[2] = { m->len & 0xff, m->len >> 8 };

		if (m->addr != addr || nack) {
			mutex_unlock(&lock);
			return -EREMOTEIO;	/* as i2c-bcm2835 says it */
		}
		if (m->flags & I2C_M_RD) {
			memset(m->buf, 0, m->len);
			continue;
		}
		messages++;
		bytes += m->len;
		if (kfifo_avail(&log) < m->len + 2) {
			dropped++;
			continue;
		}
		kfifo_in(&log, head, 2);
		kfifo_in(&log, m->buf, m->len);
	}
	mutex_unlock(&lock);
	return num;
}

static u32 sim_func(struct i2c_adapter *a)
{
	return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static const struct i2c_algorithm sim_algo = { .master_xfer = sim_xfer, .functionality = sim_func };
static struct i2c_adapter sim_adapter = {
	.owner = THIS_MODULE, .algo = &sim_algo, .name = "i2c-oled-sim",
};

static ssize_t sim_read(struct file *f, char __user *to, size_t n, loff_t *pos)
{
	unsigned int copied;
	int err;

	mutex_lock(&lock);
	err = kfifo_to_user(&log, to, n, &copied);
	mutex_unlock(&lock);
	return err ? err : copied;
}

static const struct file_operations sim_fops = { .owner = THIS_MODULE, .read = sim_read };
static struct miscdevice sim_misc = {
	.minor = MISC_DYNAMIC_MINOR, .name = "i2c-oled-sim", .fops = &sim_fops,
};

static int __init sim_init(void)
{
	int err = misc_register(&sim_misc);

	if (err)
		return err;
	sim_adapter.nr = bus;
	err = i2c_add_numbered_adapter(&sim_adapter);
	if (err)
		misc_deregister(&sim_misc);
	return err;
}

static void __exit sim_exit(void)
{
	i2c_del_adapter(&sim_adapter);
	misc_deregister(&sim_misc);
}

module_init(sim_init);
module_exit(sim_exit);
MODULE_DESCRIPTION("I2C bus that records writes to one address");
MODULE_LICENSE("GPL");
