// A sample email as it would appear in WhatsApp, in the product's own format.
import { Bubble } from '../../../ui/phone/Phone.tsx'

interface PhoneMailProps {
  /** Shown above the rest: a one-time code and its sender. */
  card?: string
  subject: string
  /** The lines below the subject: sender and filter. */
  headerLines: readonly string[]
  text: string
  time: string
  ticks?: 'delivered' | 'read'
}

export function PhoneEmail({ card, subject, headerLines, text, ...bubbleProps }: PhoneMailProps) {
  return (
    <Bubble {...bubbleProps}>
      {card && <p className="wrap-anywhere">{card}</p>}
      <p className="wrap-anywhere">
        <b>{subject}</b>
        {headerLines.map(line => `\n${line}`).join('')}
      </p>
      <p className="wrap-anywhere">{text}</p>
    </Bubble>
  )
}
