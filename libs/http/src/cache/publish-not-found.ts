import { ApiError } from '../errors/api-error.js';
import { NOT_FOUND_CACHE_CONTROL } from './cache-policy.js';

/** Lets shared caches keep the 404 of a public read: what asks for a token that does not exist asks again. */
export async function publishNotFound<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof ApiError && error.code === 'not_found' ? publish(error) : error;
  }
}

function publish({ code, message, details, headers, cause }: ApiError): ApiError {
  return new ApiError(code, {
    message,
    details,
    headers: { ...headers, 'Cache-Control': NOT_FOUND_CACHE_CONTROL },
    cause,
  });
}
