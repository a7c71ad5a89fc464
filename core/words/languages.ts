// The languages that we speak on the phone.
export const languages = ['en', 'es', 'ar'] as const
export type Language = (typeof languages)[number]

/** Rooms whose words a phone shows; those of other rooms are English, whatever the language. */
export const phoneRooms = ['phone', 'phonefilter', 'whatsapp', 'calendar', 'reply'] as const
