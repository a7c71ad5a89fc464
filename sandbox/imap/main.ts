// Runs the mail server in its own process, for benchmarks, and prints its ports.
import { readFileSync } from 'node:fs'
import { startImap } from './server.ts'

const [cert, key] = [process.env['TLS_CERT'], process.env['TLS_KEY']]
const server = await startImap(cert && key ? { tls: { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') } } : {})
process.stdout.write(`imap ${server.port} ${server.tlsPort}\n`)
process.on('SIGTERM', () => process.exit(0))
// The parent process has exited.
process.on('disconnect', () => process.exit(0))
