// The limits of a signed-in session, as specification §9 has them.

const minuteMs = 60_000

export const inactivityMs = 15 * minuteMs
/** How long before the end the Security Notice is shown: from 13 minutes on. */
export const warningMs = 2 * minuteMs
export const maxAgeMs = 8 * 60 * minuteMs
export const rotationMs = 60 * minuteMs
export const checkEveryMs = minuteMs
export const tickMs = 1000
export const redirectDelayMs = 2000
export const logoutToastMs = 8000
export const extendedToastMs = 3000
