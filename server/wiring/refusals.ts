// Explains to the operator why the server can't start, and what to do.

/** Explains that the database cannot be reached or refused our login (SQLSTATE 28 and 3D); other errors are returned unchanged. */
export function explainDatabaseError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!/^(E[A-Z_]+|28...|3D...)$/.test(code)) return error
  const why = (error instanceof Error && error.message) || code
  return new Error(`The database of DATABASE_URL cannot be used: ${why}. Check its host, port, user, password and name.`)
}

/** Explains that a port is taken or forbidden; other errors are returned unchanged. */
export function explainPortError(error: unknown, setting: 'PORT' | 'SMTP_PORT', port: number): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  if (error.code === 'EADDRINUSE')
    return new Error(`Port ${port} is taken by another program. Choose a free one: ${setting}=${port + 1} npm start`)
  if (error.code === 'EACCES')
    return new Error(`Port ${port} may not be opened by this user. Choose one above 1023: ${setting}=${port + 8000} npm start`)
  return error
}
