// Formats the countdown of the Security Notice and decides when screen readers announce it.

/** Minutes and seconds: 2:00, 1:07, 0:09. */
export const formatCountdown = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

const marks = [10, 30, 60]

/** Changes exactly when the countdown must be announced again: at 1:00, 0:30 and 0:10. */
export const announcedMark = (seconds: number): number => marks.find(mark => seconds <= mark) ?? 120
