// What kind of file an attachment is, in the words a person would use.
import type { Attachment } from '../message/view.ts'

/** Its MIME type, its kinds (`pdf`, `image`, `document` …), and the ending of its name. */
export function attachmentTypes({ name, type }: Attachment): string[] {
  const ending = /\.([a-z0-9]{1,10})$/i.exec(name.trim())?.[1]?.toLowerCase()
  return [...new Set([type, ...(ending ? [ending] : [])])]
}
