export * from 'zod';
