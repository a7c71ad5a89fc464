// Defines the time limits of a signed-in session (specification §9).

const minuteMs = 60_000

export const inactivityMs = 15 * minuteMs
/** How long before the end the Security Notice is shown, after 13 minutes. */
export const warningMs = 2 * minuteMs
export const maxAgeMs = 8 * 60 * minuteMs
export const rotationMs = 60 * minuteMs
export const checkEveryMs = minuteMs
export const tickMs = 1000
export const redirectDelayMs = 2000
export const logoutToastMs = 8000
export const extendedToastMs = 3000
