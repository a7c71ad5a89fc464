// What kind of file an attachment is, in the words a person would use.
import type { Attachment } from '../message/view.ts'

/** Its MIME type, its kinds (`pdf`, `image`, `document` …), and the ending of its name; each once, in small letters. */
export function attachmentTypes({ name, type }: Attachment): string[] {
  const mime = (type.split(';')[0] ?? '').trim().toLowerCase()
  const ending = endingOf(name)
  const known = [...kinds].filter(([, { types, endings }]) => types.test(mime) || endings.includes(ending)).map(([kind]) => kind)
  return [...new Set([mime, ...known, ending])].filter(word => word !== '')
}

function endingOf(name: string): string {
  const at = name.lastIndexOf('.')
  return at < 0 ? '' : (/^[\p{L}\p{N}]{1,10}/u.exec(name.slice(at + 1).trim())?.[0].toLowerCase() ?? '')
}

interface Kind {
  types: RegExp
  endings: string[]
}

const list = (endings: string): string[] => endings.split(' ')

/** Senders write `application/octet-stream` for anything, so that the ending of the name counts as much as the type. */
const kinds = new Map<string, Kind>([
  ['pdf', { types: /^application\/(?:x-)?pdf$/, endings: ['pdf'] }],
  ['image', { types: /^image\//, endings: list('jpg jpeg png gif webp heic heif bmp tif tiff svg avif ico') }],
  ['audio', { types: /^audio\//, endings: list('mp3 m4a wav ogg oga opus flac aac amr wma') }],
  ['video', { types: /^video\//, endings: list('mp4 mov avi mkv webm m4v mpg mpeg 3gp wmv') }],
  ['calendar', { types: /^(?:text\/(?:x-v)?calendar|application\/ics)$/, endings: list('ics ical vcs') }],
  [
    'document',
    {
      types:
        /^application\/(?:(?:x-)?pdf|msword|rtf|vnd\.openxmlformats-officedocument\.wordprocessingml\..*|vnd\.ms-word\..*|vnd\.oasis\.opendocument\.text.*|vnd\.apple\.pages)$|^text\/rtf$/,
      endings: list('pdf doc docx docm dot dotx odt rtf pages'),
    },
  ],
  [
    'spreadsheet',
    {
      types:
        /^application\/(?:vnd\.ms-excel.*|vnd\.openxmlformats-officedocument\.spreadsheetml\..*|vnd\.oasis\.opendocument\.spreadsheet.*|vnd\.apple\.numbers)$|^text\/csv$/,
      endings: list('xls xlsx xlsm xlsb xlt ods csv tsv numbers'),
    },
  ],
  [
    'presentation',
    {
      types:
        /^application\/(?:vnd\.ms-powerpoint.*|vnd\.openxmlformats-officedocument\.presentationml\..*|vnd\.oasis\.opendocument\.presentation.*|vnd\.apple\.keynote)$/,
      endings: list('ppt pptx pptm pps ppsx odp key'),
    },
  ],
  [
    'archive',
    {
      types: /^application\/(?:zip|x-zip.*|gzip|x-gzip|x-tar|x-7z-compressed|x-rar.*|vnd\.rar|x-bzip2?|x-xz|zstd)$/,
      endings: list('zip gz tgz tar 7z rar bz2 xz zst'),
    },
  ],
  ['zip', { types: /^application\/(?:zip|x-zip.*)$/, endings: ['zip'] }],
  ['text', { types: /^text\/plain$/, endings: list('txt md log') }],
  ['mail', { types: /^message\/rfc822$/, endings: list('eml msg') }],
])
