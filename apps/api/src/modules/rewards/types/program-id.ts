/** What a program's id looks like (docs/http-contract.md section 3, Claim payload). */
export const PROGRAM_ID = /^[a-z0-9][a-z0-9-]{0,63}$/;
