// Which files are programs, so that none goes to a phone: by their name's ending, their type, how they begin, and what an archive holds.

/** `inside`: an archive holds one; `what` names its ending. */
export interface Program {
  inside: boolean
  what: string
}

/** What Gmail refuses (support.google.com/mail/answer/6590), and what other systems run at a tap. */
const endings = new Set(
  (
    'ade adp apk app appinstaller application appref-ms appx appxbundle bash bat cab chm cmd com command cpl dex diagcab diagcfg diagpkg dll dmg ' +
    'ear elf ex ex_ exe gadget hta inf ins iso img isp jar jnlp js jse lib lnk mde mjs msc msh msi msix msixbundle msp mst nsh osx out pif pkg ppkg ' +
    'prg ps1 ps1xml ps2 psc1 psc2 psm1 reg rgs run scf scpt scr sct settingcontent-ms sh shb shs sys u3p url vb vba vbe vbs vbscript vhd vhdx vxd war ' +
    'website workflow ws wsc wsf wsh xbap xll xpi xnk zsh deb rpm ipa bin lua library-ms search-ms desktop mof'
  ).split(' '),
)

const types =
  /^(?:application\/(?:x-(?:msdownload|msdos-program|ms-dos-executable|dosexec|executable|elf|mach-binary|sharedlib|sh|shellscript|bat|msi|ms-shortcut|java-archive|java-applet|javascript|apple-diskimage|iso9660-image|perl|httpd-php)|vnd\.android\.package-archive|vnd\.microsoft\.portable-executable|java-archive|javascript|ecmascript|hta)|text\/(?:x-(?:sh|shellscript|msdos-batch|vbscript|javascript|python)|javascript|ecmascript|vbscript))$/

const starts: [what: string, hex: string][] = [
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

/** The type without parameters, in small letters. Null where it is no program as far as anybody can tell. */
export function programIn(name: string, type: string, bytes: Uint8Array): Program | null {
  const byName = endingOf(name)
  if (endings.has(byName)) return { inside: false, what: byName }
  if (types.test(type)) return { inside: false, what: type }
  const begun = starts.find(([, hex]) => beginsWith(bytes, hex))
  if (begun && !isTextThatSeemsSo(begun[0], type, bytes)) return { inside: false, what: begun[0] }
  // What office files keep their settings and objects in ends so.
  const held = namesInZip(bytes).find(inner => endings.has(endingOf(inner)) && endingOf(inner) !== 'bin')
  return held === undefined ? null : { inside: true, what: endingOf(held) }
}

/** Blanks and points after it, and marks that turn the direction of writing, hide an ending from readers and not from systems. */
export function endingOf(name: string): string {
  const shown = name
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .replace(/[\s.]+$/, '')
    .toLowerCase()
  const point = shown.lastIndexOf('.')
  return point < 0 ? '' : shown.slice(point + 1).trim()
}

/** "MZ" begins a program, and a letter to a Mr. Mzansi. */
const isTextThatSeemsSo = (what: string, type: string, bytes: Uint8Array): boolean =>
  what === 'exe' && type.startsWith('text/') && !bytes.subarray(0, 512).includes(0)

const beginsWith = (bytes: Uint8Array, hex: string): boolean => {
  for (let i = 0; i * 2 < hex.length; i++) if (bytes[i] !== Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16)) return false
  return true
}

/** As many as a zip without extensions may have. */
const mostEntries = 65_535
/** No system's name is longer; an ending stands at the end. */
const nameMost = 300
/** APPNOTE 4.3.12 and 4.3.7: where they say how long a name is, and where it begins. */
const headers: { mark: [number, number]; length: number; name: number }[] = [
  { mark: [1, 2], length: 28, name: 46 },
  { mark: [3, 4], length: 26, name: 30 },
]

/**
 * The ends of the names in a zip, locked or not; none of anything else. Wherever the header of a file stands its name counts: the end of
 * a zip may lie about where its directory is, and programs that unpack do not agree on whom to believe.
 */
export function namesInZip(bytes: Uint8Array): string[] {
  const names: string[] = []
  if (!beginsWith(bytes, '504b')) return names
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at >= 0 && names.length < mostEntries; at = bytes.indexOf(0x50, at + 1)) {
    const header = bytes[at + 1] === 0x4b && headers.find(({ mark }) => mark[0] === bytes[at + 2] && mark[1] === bytes[at + 3])
    if (!header || at + header.name > bytes.length) continue
    const end = at + header.name + view.getUint16(at + header.length, true)
    names.push(String.fromCharCode(...bytes.subarray(Math.max(at + header.name, end - nameMost), end)))
  }
  return names
}
