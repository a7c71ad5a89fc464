// What the sender wrote: the text without quoted mails, signature and disclaimer.

export const ownText = (body: string): string => body
