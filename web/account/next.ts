// Where to go after signing in.

/** Only a path of ours, never another site. */
export const nextPath = (next: string | null, usual = '/dashboard'): string => (next && /^\/(?![/\\])/.test(next) ? next : usual)
