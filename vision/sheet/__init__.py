"""The whole book as one picture of constant scale, and what one network says of all of it."""
