// Parses WhatsApp's markup into a tree for the page; also served to the browser, so it has no imports.

const spans = { '*': 'bold', _: 'italic', '~': 'strike' }

/** Parses a message into blocks: fences may span lines, everything else ends with its line. */
export function readMarkup(text) {
  return text.split(/```([^`]+(?:`{1,2}[^`]+)*)```/).flatMap((piece, index) => {
    if (index % 2 === 1) return [{ kind: 'mono', text: piece.replace(/^\n|\n$/g, '') }]
    if (index === 0) return piece === '' ? [] : joinLines(piece.replace(/\n$/, '').split('\n'))
    const rest = piece.replace(/^\n|\n$/g, '')
    return rest === '' ? [] : joinLines(rest.split('\n'))
  })
}

/** Parses a line into parts. A marker counts if it touches text inside and none outside; there is no escape. */
export function readInline(line) {
  const parts = []
  let text = ''
  const flush = () => {
    if (text !== '') parts.push({ kind: 'text', text })
    text = ''
  }
  for (let position = 0; position < line.length; ) {
    const match = linkAt(line, position) ?? spanAt(line, position)
    if (match) {
      flush()
      parts.push(match.part)
      position = match.end
    } else {
      text += line[position]
      position += 1
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

function linkAt(line, position) {
  if (isWord(line[position - 1])) return null
  const match = /^(?:https?:\/\/|www\.)[^\s<>]+/i.exec(line.slice(position, position + 2048))
  if (!match) return null
  const text = match[0].replace(/[.,;:!?'")\]*_~]+$/, '')
  const href = text.toLowerCase().startsWith('http') ? text : `https://${text}`
  return URL.canParse(href) ? { part: { kind: 'link', text, href }, end: position + text.length } : null
}

function spanAt(line, position) {
  const marker = line[position] ?? ''
  if ((marker !== '`' && !(marker in spans)) || isWord(line[position - 1]) || isSpace(line[position + 1]) || line[position + 1] === marker)
    return null
  for (let end = line.indexOf(marker, position + 2); end !== -1; end = line.indexOf(marker, end + 1)) {
    if (isSpace(line[end - 1]) || isWord(line[end + 1])) continue
    const content = line.slice(position + 1, end)
    const kind = spans[marker]
    return { part: kind ? { kind, parts: readInline(content) } : { kind: 'code', text: content }, end: end + 1 }
  }
  return null
}

// Senders use zero-width joiners to keep a marker from taking effect.
function isSpace(character) {
  return character === undefined || /[\s\u200b\u2060\ufeff]/.test(character)
}

function isWord(character) {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character)
}
