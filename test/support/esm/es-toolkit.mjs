export * from 'es-toolkit/compat';
