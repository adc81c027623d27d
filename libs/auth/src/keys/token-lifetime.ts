/** How long an access token is good for (contract section 5, Auth). */
export const TOKEN_LIFETIME_SECONDS = 3_600;
