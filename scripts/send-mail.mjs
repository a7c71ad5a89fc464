// Sends one email to the running server over SMTP: `npm run send-mail -- --subject "Invoice 42"`.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createTransport } from 'nodemailer'
import { dataFolder, fail } from './bootstrap.mjs'

const usage = `npm run send-mail -- --subject "Invoice 42" [--to address] [--from address] [--text "…"] [--port 2525]`

const email = readOptions()
const transport = createTransport({ host: '127.0.0.1', port: Number(email.port), secure: false, ignoreTLS: true, connectionTimeout: 5_000 })
try {
  const sent = await transport.sendMail({ from: email.from, to: email.to, subject: email.subject, text: email.text })
  console.log(`Accepted by the server for ${email.to}: ${sent.response}`)
} catch (error) {
  fail(explain(error))
}

function readOptions() {
  const text = { type: 'string' }
  try {
    const { values } = parseArgs({ options: { subject: text, to: text, from: text, text, port: text } })
    if (!values.subject) fail(`An email needs a subject: ${usage}`)
    return {
      subject: values.subject,
      to: values.to ?? demoAddress(),
      from: values.from ?? 'Example Shop <billing@shop.example>',
      text: values.text ?? 'Sent with npm run send-mail.',
      port: values.port ?? (process.env.SMTP_PORT || '2525'),
    }
  } catch (error) {
    return fail(`${error.message}\n${usage}`)
  }
}

function demoAddress() {
  const file = join(dataFolder(process.env), 'demo.json')
  if (!existsSync(file))
    fail(`There’s no ${file} with the demo address. Start the server once with "npm start", or set the address with --to.`)
  return JSON.parse(readFileSync(file, 'utf8')).inboundAddress
}

function explain(error) {
  if (error.code === 'ECONNREFUSED' || error.code === 'ESOCKET')
    return `Nothing is listening on 127.0.0.1:${email.port}. Start the server with "npm start", or set its SMTP port with --port.`
  if (error.response) return `The server refused the email: ${error.response}`
  return `The email wasn’t sent: ${error.message}`
}
