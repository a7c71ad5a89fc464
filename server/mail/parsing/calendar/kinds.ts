// Which parts of a message are calendars.
const calendarTypes = ['text/calendar', 'application/ics', 'text/x-vcalendar']

/** `type` in small letters. */
export const isCalendarType = (type: string): boolean => calendarTypes.includes(type)

/** By its type, or by its name where a sender's program knows no type for it. */
export const isCalendarFile = (type: string, filename: string): boolean => isCalendarType(type) || /\.ics$/i.test(filename)
