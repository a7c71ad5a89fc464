// Detects programs among attachments by file extension, type, first bytes and archive contents, so that none is sent to a phone.

/** `format` is the file extension or type of the program, also of one in an archive. */
export interface Program {
  isInArchive: boolean
  format: string
}

/** What Gmail refuses (support.google.com/mail/answer/6590), and what other systems run when tapped. */
const extensions = new Set(
  (
    'ade adp apk app appinstaller application appref-ms appx appxbundle bash bat cab chm cmd com command cpl dex diagcab diagcfg diagpkg dll dmg ' +
    'ear elf ex ex_ exe gadget hta inf ins iso img isp jar jnlp js jse lib lnk mde mjs msc msh msi msix msixbundle msp mst nsh osx out pif pkg ppkg ' +
    'prg ps1 ps1xml ps2 psc1 psc2 psm1 reg rgs run scf scpt scr sct settingcontent-ms sh shb shs sys u3p url vb vba vbe vbs vbscript vhd vhdx vxd war ' +
    'website workflow ws wsc wsf wsh xbap xll xpi xnk zsh deb rpm ipa bin lua library-ms search-ms desktop mof'
  ).split(' '),
)

const programTypes =
  /^(?:application\/(?:x-(?:msdownload|msdos-program|ms-dos-executable|dosexec|executable|elf|mach-binary|sharedlib|sh|shellscript|bat|msi|ms-shortcut|java-archive|java-applet|javascript|apple-diskimage|iso9660-image|perl|httpd-php)|vnd\.android\.package-archive|vnd\.microsoft\.portable-executable|java-archive|javascript|ecmascript|hta)|text\/(?:x-(?:sh|shellscript|msdos-batch|vbscript|javascript|python)|javascript|ecmascript|vbscript))$/

const magicNumbers: [format: string, hex: string][] = [
  ['exe', '4d5a'],
  ['elf', '7f454c46'],
  ['app', 'cffaedfe'],
  ['app', 'cefaedfe'],
  ['app', 'feedface'],
  ['app', 'feedfacf'],
  ['class', 'cafebabe'],
  ['dex', '6465780a'],
  ['lnk', '4c0000000114020000000000c000000000000046'],
  ['chm', '49545346'],
  ['cab', '4d534346'],
  ['sh', '2321'],
]

/** `type` is lower-cased, without parameters. Null if it does not look like a program. */
export function detectProgram(name: string, type: string, bytes: Uint8Array): Program | null {
  const extension = readFileExtension(name)
  if (extensions.has(extension)) return { isInArchive: false, format: extension }
  if (programTypes.test(type)) return { isInArchive: false, format: type }
  const magic = magicNumbers.find(([, hex]) => beginsWith(bytes, hex))
  if (magic && !isMisleadingText(magic[0], type, bytes)) return { isInArchive: false, format: magic[0] }
  // Office files contain harmless `.bin` parts.
  const archived = listZipNames(bytes).find(inner => extensions.has(readFileExtension(inner)) && readFileExtension(inner) !== 'bin')
  return archived === undefined ? null : { isInArchive: true, format: readFileExtension(archived) }
}

/** Trailing spaces and dots and direction marks hide an extension from readers but not from operating systems. */
export function readFileExtension(name: string): string {
  const visible = name
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .replace(/[\s.]+$/, '')
    .toLowerCase()
  const dot = visible.lastIndexOf('.')
  return dot < 0 ? '' : visible.slice(dot + 1).trim()
}

/** "MZ" begins a program, but also a plain text that starts "MZ". */
const isMisleadingText = (format: string, type: string, bytes: Uint8Array): boolean =>
  format === 'exe' && type.startsWith('text/') && !bytes.subarray(0, 512).includes(0)

const beginsWith = (bytes: Uint8Array, hex: string): boolean => {
  for (let i = 0; i * 2 < hex.length; i++) if (bytes[i] !== Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16)) return false
  return true
}

/** The limit of a zip file without Zip64. */
const maxEntries = 65_535
/** No operating system allows longer names; the extension is at the end. */
const maxNameCharacters = 300
/** Offsets of a name's length and of the name itself (APPNOTE 4.3.12 and 4.3.7). */
const headers: { mark: [number, number]; length: number; name: number }[] = [
  { mark: [1, 2], length: 28, name: 46 },
  { mark: [3, 4], length: 26, name: 30 },
]

/**
 * The last characters of each file name in a zip, encrypted or not; empty for other files. Every local or central header counts: the end
 * of a zip may lie about where its directory is, and unpackers disagree about which one to trust.
 */
export function listZipNames(bytes: Uint8Array): string[] {
  const names: string[] = []
  if (!beginsWith(bytes, '504b')) return names
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at >= 0 && names.length < maxEntries; at = bytes.indexOf(0x50, at + 1)) {
    const header = bytes[at + 1] === 0x4b && headers.find(({ mark }) => mark[0] === bytes[at + 2] && mark[1] === bytes[at + 3])
    if (!header || at + header.name > bytes.length) continue
    const end = at + header.name + view.getUint16(at + header.length, true)
    names.push(String.fromCharCode(...bytes.subarray(Math.max(at + header.name, end - maxNameCharacters), end)))
  }
  return names
}
