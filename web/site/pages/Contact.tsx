// The page /contact: a form that reaches the operator, and where to look first.
import { BookOpen, CircleQuestionMark, type LucideIcon, MessagesSquare } from 'lucide-react'
import { useState } from 'react'
import { PageLink } from '../../navigation/PageLink.tsx'
import type { PageName } from '../../navigation/public-pages.ts'
import { Timeline } from '../../ui/charts/Timeline.tsx'
import { useWords } from '../../words/words.tsx'
import { column } from '../column.ts'
import { PageIntro } from '../PageIntro.tsx'
import { ContactForm } from './contact/ContactForm.tsx'
import { useOperator } from './contact/useOperator.ts'

const selfHelpPages = [
  { to: 'faq', icon: CircleQuestionMark },
  { to: 'help', icon: BookOpen },
  { to: 'community', icon: MessagesSquare },
] as const satisfies { to: PageName; icon: LucideIcon }[]

export function Contact() {
  const t = useWords('sitecontact')
  const operator = useOperator()
  const [hasSent, setSent] = useState(false)
  return (
    <>
      <PageIntro heading={t('heading')} lede={t('lede')} />
      <div
        className={`${column} grid items-start gap-10 py-[clamp(2.5rem,6vw,4.5rem)] lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)] lg:gap-16`}
      >
        <ContactForm operator={operator} onSent={setSent} />
        <div className="grid gap-8">
          <section className="rounded-hull-lg bg-water p-6">
            <h2 className="text-lg">{t('before.title')}</h2>
            <ul className="mt-3 grid gap-2">
              {selfHelpPages.map(({ to, icon: Icon }) => (
                <li key={to} className="flex items-start gap-3">
                  <Icon size={18} aria-hidden className="mt-[3px] flex-none text-accent-ink" />
                  <PageLink to={to}>{t(`before.${to}`)}</PageLink>
                </li>
              ))}
            </ul>
          </section>
          {operator?.takesMessages !== false && <MessageProgress hasSent={hasSent} />}
          <section className="border-t border-line pt-4">
            <h2 className="text-lg">{t('security.title')}</h2>
            <p className="mt-1 text-ink-2">{t('security.text')}</p>
          </section>
        </div>
      </div>
    </>
  )
}

/** Highlights the step that the message has reached. */
function MessageProgress({ hasSent }: { hasSent: boolean }) {
  const t = useWords('sitecontact')
  const renderStep = (title: string, text: string) => (
    <>
      <b className="block text-md/6 font-strong text-ink">{title}</b>
      <span className="block text-ink-2">{text}</span>
    </>
  )
  return (
    <section className="border-t border-line pt-4">
      <h2 className="mb-3 text-lg">{t('kept.title')}</h2>
      <Timeline
        label={t('kept.title')}
        steps={[
          { key: 'write', kind: hasSent ? 'done' : 'now', text: renderStep(t('way.write'), t('way.write.text')) },
          { key: 'leave', kind: hasSent ? 'now' : 'ahead', text: renderStep(t('way.leave'), t('way.leave.text')) },
          { key: 'answer', kind: 'ahead', text: renderStep(t('way.answer'), t('way.answer.text')) },
        ]}
      />
    </section>
  )
}
