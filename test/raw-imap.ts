// A minimal independent IMAP client that sends commands and reads the responses, to verify what ours did.
import { connect } from 'node:net'

export interface RawImap {
  /** The whole answer of a command, literals and all; throws where the server says no. */
  ask(command: string): Promise<string>
  end(): void
}

export async function rawImap(port: number, user: string, password: string): Promise<RawImap> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  let wake = () => {}
  socket.on('data', part => {
    text += part.toString('latin1')
    wake()
  })
  const until = async (end: RegExp): Promise<string> => {
    for (;;) {
      const found = end.exec(text)
      if (found) {
        const answer = text.slice(0, found.index + found[0].length)
        text = text.slice(answer.length)
        return answer
      }
      await new Promise<void>(done => {
        wake = done
      })
    }
  }
  let n = 0
  const ask = async (command: string) => {
    const tag = `t${++n}`
    socket.write(`${tag} ${command}\r\n`)
    const answer = await until(new RegExp(`^${tag} (OK|NO|BAD)[^\\r\\n]*\\r\\n`, 'm'))
    if (!new RegExp(`^${tag} OK`, 'm').test(answer)) throw new Error(`${command}: ${answer}`)
    return answer
  }
  await until(/^\* OK[^\r\n]*\r\n/)
  await ask(`LOGIN ${user} ${password}`)
  return { ask, end: () => socket.destroy() }
}
