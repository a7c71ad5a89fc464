// Rejoins the lines of a format=flowed text (RFC 3676): a line that ends with a space goes on, as long as its quotation does.

interface FlowedLine {
  depth: number
  text: string
  goesOn: boolean
}

/** Lines end with \n. `deletesSpace`: the space was added only to break the line (§4.1). */
export function joinFlowed(text: string, deletesSpace: boolean): string {
  const joined: string[] = []
  let last: FlowedLine | null = null
  let pieces: string[] = []
  const close = () => {
    if (last) joined.push('>'.repeat(last.depth) + (last.depth > 0 && pieces.join('') !== '' ? ' ' : '') + pieces.join(''))
  }
  for (const line of text.split('\n').map(parse)) {
    // A change of depth ends the paragraph, whatever the space says (§4.5).
    if (last?.goesOn && last.depth === line.depth && !isSignatureMark(line)) {
      if (deletesSpace) pieces[pieces.length - 1] = (pieces.at(-1) ?? '').slice(0, -1)
    } else {
      close()
      pieces = []
    }
    pieces.push(line.text)
    last = line
  }
  close()
  return joined.join('\n')
}

function parse(line: string): FlowedLine {
  const depth = /^>*/.exec(line)?.[0].length ?? 0
  const rest = line.slice(depth)
  // A space was stuffed in front (§4.4).
  const text = rest.startsWith(' ') ? rest.slice(1) : rest
  return { depth, text, goesOn: text.endsWith(' ') && text !== '-- ' }
}

const isSignatureMark = ({ text }: FlowedLine): boolean => text === '-- '
