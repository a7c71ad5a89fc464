// The stand-ins as a process of their own: starts them, says where they are, stops with its parent.
import { startWhatsApp } from './whatsapp/start.ts'

const { PORT = '0', SERVER_URL, DATA_DIR } = process.env

const whatsapp = await startWhatsApp({
  port: Number(PORT),
  webhookUrl: SERVER_URL ? `${SERVER_URL.replace(/\/$/, '')}/webhooks/whatsapp` : null,
  dataDir: DATA_DIR ?? null,
})

let stopping = false
const stop = () => {
  if (stopping) return
  stopping = true
  void whatsapp.stop().then(() => process.exit(0))
}
process.on('SIGTERM', stop)
// Ctrl-C reaches the whole group; with a parent, that one decides when, so that its last calls are still answered.
process.on('SIGINT', () => {
  if (!process.connected) stop()
})
process.on('disconnect', stop)
process.stdout.write(`sandbox ${whatsapp.url}\n`)
