// Cuts what comes from a client into commands, literals and all; keeps nothing between them.
import { type Command, commandOf, quoted } from './words.ts'

export interface Reader {
  feed(data: Buffer): void
}

const longestCommand = 1024 * 1024

/** `line` is asked first: what it takes (true) is no command, as DONE or an answer to AUTHENTICATE. */
export function newReader(hands: { line(text: string): boolean; command(command: Command): void; goOn(): void; tooLong(): void }): Reader {
  let rest: Buffer | null = null
  let begun = ''
  const next = (input: Buffer): Buffer | null => {
    const end = input.indexOf('\n')
    if (end < 0) return null
    const line = input.toString('latin1', 0, end).replace(/\r$/, '')
    const literal = /\{(\d+)(\+?)\}$/.exec(line)
    if (!literal) {
      const whole = begun + line
      begun = ''
      if (!hands.line(whole)) hands.command(commandOf(whole))
      return input.subarray(end + 1)
    }
    const sizeBytes = Number(literal[1])
    if (input.length < end + 1 + sizeBytes) {
      if (!literal[2] && input.length === end + 1) hands.goOn()
      return null
    }
    begun += line.slice(0, literal.index) + quoted(input.toString('latin1', end + 1, end + 1 + sizeBytes))
    return input.subarray(end + 1 + sizeBytes)
  }
  return {
    feed(data) {
      let input: Buffer = rest ? Buffer.concat([rest, data]) : data
      for (let left = next(input); left; left = next(input)) input = left
      rest = input.length > 0 ? Buffer.from(input) : null
      if (begun.length + input.length > longestCommand) hands.tooLong()
    },
  }
}
