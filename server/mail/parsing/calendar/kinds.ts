// Decides which parts of a message are calendars.
const calendarTypes = ['text/calendar', 'application/ics', 'text/x-vcalendar']

/** `type` is in lower case. */
export const isCalendarType = (type: string): boolean => calendarTypes.includes(type)

/** By type, or by name where the sender's program doesn't know the type. */
export const isCalendarFile = (type: string, filename: string): boolean => isCalendarType(type) || /\.ics$/i.test(filename)
