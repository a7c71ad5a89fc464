// Where to go after signing in.

/** Only a path of ours, never another site: what a browser would drop or take for another slash is refused. */
export const nextPath = (next: string | null, usual = '/dashboard'): string => (next && /^\/(?![/\\])[!-~]*$/.test(next) ? next : usual)
