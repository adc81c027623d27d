import { createClient } from '@slipway/sdk';
import { pageData } from '../page/page-data.js';

/** The page's one client. Its token lives here, in memory, and nowhere else. */
export const client = createClient({ baseUrl: pageData.api });
