// The page /contact: a form that reaches the operator, and what to look at first.
import { useWords } from '../../words.tsx'
import { column } from '../column.ts'
import { Opening } from '../Opening.tsx'
import { PageLink } from '../PageLink.tsx'
import { ContactForm } from './contact/ContactForm.tsx'
import { useOperator } from './contact/useOperator.ts'

export function Contact() {
  const t = useWords('sitecontact')
  return (
    <>
      <Opening heading={t('heading')} lede={t('lede')} />
      <div
        className={`${column} grid items-start gap-10 py-[clamp(2.5rem,6vw,4.5rem)] lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)] lg:gap-16`}
      >
        <ContactForm operator={useOperator()} />
        <div className="grid gap-8">
          <section className="border-t-3 border-dotted border-edge pt-4">
            <h2 className="text-lg">{t('before.title')}</h2>
            <ul className="mt-2 grid gap-1.5">
              <li>
                <PageLink to="faq">{t('before.faq')}</PageLink>
              </li>
              <li>
                <PageLink to="help">{t('before.help')}</PageLink>
              </li>
              <li>
                <PageLink to="community">{t('before.community')}</PageLink>
              </li>
            </ul>
          </section>
          {(['kept', 'security'] as const).map(part => (
            <section key={part} className="border-t-3 border-dotted border-edge pt-4">
              <h2 className="text-lg">{t(`${part}.title`)}</h2>
              <p className="mt-1 text-ink-2">{t(`${part}.text`)}</p>
            </section>
          ))}
        </div>
      </div>
    </>
  )
}
