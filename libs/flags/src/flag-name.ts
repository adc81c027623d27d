/** How flags are named: lower case, so that `Claims` cannot be set in the belief that it is `claims`. */
export const FLAG_NAME = /^[a-z][a-z0-9-]{0,63}$/;
