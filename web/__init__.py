"""What phones and the big screen see."""
