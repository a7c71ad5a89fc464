// Maps an attachment to file kinds in everyday words, such as pdf, image and document.
import type { Attachment } from '../message/view.ts'

/** Its MIME type, its kinds (`pdf`, `image`, `document` …) and its file extension; each once, in lower case. */
export function attachmentTypes({ name, type }: Attachment): string[] {
  const mime = (type.split(';')[0] ?? '').trim().toLowerCase()
  const extension = fileExtension(name)
  const matching = [...kinds]
    .filter(([, { types, extensions }]) => types.test(mime) || extensions.includes(extension))
    .map(([kind]) => kind)
  return [...new Set([mime, ...matching, extension])].filter(word => word !== '')
}

function fileExtension(name: string): string {
  const at = name.lastIndexOf('.')
  return at < 0 ? '' : (/^[\p{L}\p{N}]{1,10}/u.exec(name.slice(at + 1).trim())?.[0].toLowerCase() ?? '')
}

interface Kind {
  types: RegExp
  extensions: string[]
}

const words = (extensions: string): string[] => extensions.split(' ')

/** Many senders declare `application/octet-stream` for everything, so the extension counts as much as the type. */
const kinds = new Map<string, Kind>([
  ['pdf', { types: /^application\/(?:x-)?pdf$/, extensions: ['pdf'] }],
  ['image', { types: /^image\//, extensions: words('jpg jpeg png gif webp heic heif bmp tif tiff svg avif ico') }],
  ['audio', { types: /^audio\//, extensions: words('mp3 m4a wav ogg oga opus flac aac amr wma') }],
  ['video', { types: /^video\//, extensions: words('mp4 mov avi mkv webm m4v mpg mpeg 3gp wmv') }],
  ['calendar', { types: /^(?:text\/(?:x-v)?calendar|application\/ics)$/, extensions: words('ics ical vcs') }],
  [
    'document',
    {
      types:
        /^application\/(?:(?:x-)?pdf|msword|rtf|vnd\.openxmlformats-officedocument\.wordprocessingml\..*|vnd\.ms-word\..*|vnd\.oasis\.opendocument\.text.*|vnd\.apple\.pages)$|^text\/rtf$/,
      extensions: words('pdf doc docx docm dot dotx odt rtf pages'),
    },
  ],
  [
    'spreadsheet',
    {
      types:
        /^application\/(?:vnd\.ms-excel.*|vnd\.openxmlformats-officedocument\.spreadsheetml\..*|vnd\.oasis\.opendocument\.spreadsheet.*|vnd\.apple\.numbers)$|^text\/csv$/,
      extensions: words('xls xlsx xlsm xlsb xlt ods csv tsv numbers'),
    },
  ],
  [
    'presentation',
    {
      types:
        /^application\/(?:vnd\.ms-powerpoint.*|vnd\.openxmlformats-officedocument\.presentationml\..*|vnd\.oasis\.opendocument\.presentation.*|vnd\.apple\.keynote)$/,
      extensions: words('ppt pptx pptm pps ppsx odp key'),
    },
  ],
  [
    'archive',
    {
      types: /^application\/(?:zip|x-zip.*|gzip|x-gzip|x-tar|x-7z-compressed|x-rar.*|vnd\.rar|x-bzip2?|x-xz|zstd)$/,
      extensions: words('zip gz tgz tar 7z rar bz2 xz zst'),
    },
  ],
  ['zip', { types: /^application\/(?:zip|x-zip.*)$/, extensions: ['zip'] }],
  ['text', { types: /^text\/plain$/, extensions: words('txt md log') }],
  ['mail', { types: /^message\/rfc822$/, extensions: words('eml msg') }],
])
