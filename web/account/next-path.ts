// Validates the path to open after signing in.

/** Accepts only paths of this site; characters that browsers drop or treat as slashes are refused. */
export const nextPath = (next: string | null, usual = '/dashboard'): string => (next && /^\/(?![/\\])[!-~]*$/.test(next) ? next : usual)
