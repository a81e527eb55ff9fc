import { hmac } from "./hmac.js";
import { sha256 } from "./sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "./utils.js";
const bytes = (data) => (typeof data === "string" ? utf8ToBytes(data) : data);
export const hmacSha256 = (key, message) => hmac(sha256, bytes(key), bytes(message));
export const hmacSha256Hex = (key, message) => bytesToHex(hmacSha256(key, message));
export { bytesToHex, hexToBytes, utf8ToBytes };
