// Where the session is kept on this device; asked by public pages too, which do not load the client.

/** The client's own usual name. */
export const storageKey = (): string => `sb-${location.hostname.split('.')[0]}-auth-token`

export const isSessionKept = (): boolean => localStorage.getItem(storageKey()) !== null

/** Takes the session off this device even where the client could not. */
export const dropKeptSession = (): void => localStorage.removeItem(storageKey())
