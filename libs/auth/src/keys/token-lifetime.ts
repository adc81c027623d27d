/** How long an access token is good for (docs/http-contract.md section 5, Auth). */
export const TOKEN_LIFETIME_SECONDS = 3_600;
