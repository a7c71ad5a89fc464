// The countdown of the Security Notice: how it is written, and when it is spoken.

/** Minutes and seconds: 2:00, 1:07, 0:09. */
export const writtenTime = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

const marks = [10, 30, 60]

/** Changes exactly when the countdown is to be spoken again: at 1:00, 0:30 and 0:10. */
export const spokenMark = (seconds: number): number => marks.find(mark => seconds <= mark) ?? 120
