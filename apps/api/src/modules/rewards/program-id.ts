/** What a program's id looks like (contract section 3, Claim payload). */
export const PROGRAM_ID = /^[a-z0-9][a-z0-9-]{0,63}$/;
