// A sample email as it would appear in WhatsApp, in the product's own format.
import { Bubble } from '../../../ui/phone/Phone.tsx'

interface PhoneMailProps {
  /** Shown above the rest: a one-time code and whose it is. */
  card?: string
  subject: string
  /** The lines below the subject: from whom, which filter. */
  head: readonly string[]
  text: string
  time: string
  ticks?: 'delivered' | 'read'
}

export function PhoneMail({ card, subject, head, text, ...about }: PhoneMailProps) {
  return (
    <Bubble {...about}>
      {card && <p className="wrap-anywhere">{card}</p>}
      <p className="wrap-anywhere">
        <b>{subject}</b>
        {head.map(line => `\n${line}`).join('')}
      </p>
      <p className="wrap-anywhere">{text}</p>
    </Bubble>
  )
}
