// Reads WhatsApp's markup into a tree that the page draws; also served to the browser, so it stands alone.

const spans = { '*': 'bold', _: 'italic', '~': 'strike' }

/** Blocks of a message: fences may run over lines, everything else ends with its line. */
export function readMarkup(text) {
  return text.split(/```([^`]+(?:`{1,2}[^`]+)*)```/).flatMap((piece, place) => {
    if (place % 2 === 1) return [{ kind: 'mono', text: piece.replace(/^\n|\n$/g, '') }]
    if (place === 0) return piece === '' ? [] : joinLines(piece.replace(/\n$/, '').split('\n'))
    const rest = piece.replace(/^\n|\n$/g, '')
    return rest === '' ? [] : joinLines(rest.split('\n'))
  })
}

/** Parts of one line. A marker counts when it touches a letter inside and none outside; there is no escape. */
export function readInline(line) {
  const parts = []
  let plain = ''
  const flush = () => {
    if (plain !== '') parts.push({ kind: 'text', text: plain })
    plain = ''
  }
  for (let at = 0; at < line.length; ) {
    const found = linkAt(line, at) ?? spanAt(line, at)
    if (found) {
      flush()
      parts.push(found.part)
      at = found.end
    } else {
      plain += line[at]
      at += 1
    }
  }
  flush()
  return parts
}

function joinLines(lines) {
  const blocks = []
  for (const line of lines) {
    const next = readLine(line)
    const last = blocks.at(-1)
    if (last && 'lines' in last && 'lines' in next && last.kind === next.kind) last.lines.push(...next.lines)
    else blocks.push(next)
  }
  return blocks
}

function readLine(line) {
  const quote = /^> (.*)$/.exec(line)
  if (quote) return { kind: 'quote', lines: [readInline(quote[1] ?? '')] }
  const bullet = /^[-*] (.*)$/.exec(line)
  if (bullet) return { kind: 'bullets', lines: [readInline(bullet[1] ?? '')] }
  const number = /^(\d{1,3})\. (.*)$/.exec(line)
  if (number) return { kind: 'numbers', start: Number(number[1]), lines: [readInline(number[2] ?? '')] }
  return { kind: 'line', parts: readInline(line) }
}

function linkAt(line, at) {
  if (isWord(line[at - 1])) return null
  const found = /^(?:https?:\/\/|www\.)[^\s<>]+/i.exec(line.slice(at, at + 2048))
  if (!found) return null
  const text = found[0].replace(/[.,;:!?'")\]*_~]+$/, '')
  const href = text.toLowerCase().startsWith('http') ? text : `https://${text}`
  return URL.canParse(href) ? { part: { kind: 'link', text, href }, end: at + text.length } : null
}

function spanAt(line, at) {
  const marker = line[at] ?? ''
  if ((marker !== '`' && !(marker in spans)) || isWord(line[at - 1]) || isSpace(line[at + 1]) || line[at + 1] === marker) return null
  for (let end = line.indexOf(marker, at + 2); end !== -1; end = line.indexOf(marker, end + 1)) {
    if (isSpace(line[end - 1]) || isWord(line[end + 1])) continue
    const inside = line.slice(at + 1, end)
    const kind = spans[marker]
    return { part: kind ? { kind, parts: readInline(inside) } : { kind: 'code', text: inside }, end: end + 1 }
  }
  return null
}

// Zero-width joiners are how a sender keeps a marker from pairing up.
function isSpace(letter) {
  return letter === undefined || /[\s\u200b\u2060\ufeff]/.test(letter)
}

function isWord(letter) {
  return letter !== undefined && /[\p{L}\p{N}]/u.test(letter)
}
