// Finds and removes the session stored on this device, for pages that do not load the auth client.

/** The storage key that the official client uses by default. */
export const storageKey = (): string => `sb-${location.hostname.split('.')[0]}-auth-token`

export const hasStoredSession = (): boolean => localStorage.getItem(storageKey()) !== null

/** Removes the session from this device even if the client could not. */
export const removeStoredSession = (): void => localStorage.removeItem(storageKey())
