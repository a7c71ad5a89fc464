// The page /pricing where nothing is sold: the one plan, what third parties charge, and what counts as usage.
import { Link } from '../../navigation/navigation.tsx'
import { PageLink } from '../../navigation/PageLink.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { CheckList } from '../../ui/text/CheckList.tsx'
import { Rich } from '../../ui/text/Rich.tsx'
import { useWords, useWordsOfCodes } from '../../words/words.tsx'
import { column } from '../column.ts'
import { PageIntro } from '../PageIntro.tsx'
import { Band } from '../pieces/Band.tsx'
import { CallToAction } from '../pieces/CallToAction.tsx'
import { Points } from '../pieces/Points.tsx'
import { Questions } from '../pieces/Questions.tsx'
import { readSource, SourceLink } from '../source.tsx'
import { freeFeatures } from './plans/free-features.ts'

const three = [1, 2, 3] as const
const four = [1, 2, 3, 4] as const

export function Pricing() {
  const t = useWords('sitepricing')
  return (
    <>
      <PageIntro heading={t('heading')} lede={t('lede')}>
        <div className="pb-24" />
      </PageIntro>
      <Plan />
      <Band title={t('cost.title')} lede={t('cost.lede')}>
        <Costs />
      </Band>
      <Band sunk title={t('count.title')}>
        <Points points={three.map(n => ({ title: t(`count${n}`), text: t(`count${n}.text`) }))} />
      </Band>
      <Band beside title={t('faq.title')}>
        <Questions questions={four.map(n => ({ question: t(`faq${n}`), answer: <p>{t(`faq${n}.text`)}</p> }))} />
      </Band>
      <CallToAction title={t('last.title')} lede={t('last.lede')}>
        <Link to="/signup" className={buttonClass({ look: 'foam' })}>
          {t('last.start')}
        </Link>
        <PageLink to="guideQuickSetup" className={buttonClass({ look: 'ghost' })}>
          {t('last.guide')}
        </PageLink>
      </CallToAction>
    </>
  )
}

function Plan() {
  const t = useWords('sitepricing')
  const plan = useWordsOfCodes()
  return (
    <div className={`${column} relative -mt-28 grid items-stretch gap-(--gap) md:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]`}>
      <Card>
        <div>
          <h2 className="text-xl">{plan('plans.self_hosted')}</h2>
          <p className="text-sm text-ink-2">{t('plan.for')}</p>
        </div>
        <p>
          <b className="text-figure font-figure tabular-nums">{t('plan.price')}</b>{' '}
          <span className="text-sm text-ink-2">{t('plan.unit')}</span>
        </p>
        <CheckList items={freeFeatures.map(id => plan(`plans.${id}`))} className="gap-x-8 lg:grid-cols-2" />
        <div className="mt-2 flex flex-wrap items-center gap-4">
          <Link to="/signup" className={buttonClass({})}>
            {t('plan.start')}
          </Link>
          <a href="#run">{t('plan.deploy')}</a>
        </div>
      </Card>
      <Card id="run" className="grid-rows-[auto_auto_1fr]">
        <h2 className="text-xl">{t('run.title')}</h2>
        <pre className="rounded-hull-sm bg-sunk px-4 py-3 font-mono text-sm/6 whitespace-pre-wrap wrap-anywhere" dir="ltr">
          <code>
            {readSource().command}
            {'\n'}
            {t('run.code')}
          </code>
        </pre>
        <CheckList items={three.map(n => t(`run${n}`))} />
        <p className="border-t border-line pt-4 text-sm text-ink-2">
          <Rich text={t('run.note')} tags={{ source: text => <SourceLink>{text}</SourceLink> }} />
        </p>
      </Card>
    </div>
  )
}

/** Where Meta publishes what messages cost. */
const priceTags = { meta: (text: string) => <a href="https://developers.facebook.com/docs/whatsapp/pricing">{text}</a> }

const costs = ['machine', 'whatsapp', 'domain', 'relay', 'time'] as const

function Costs() {
  const t = useWords('sitepricing')
  return (
    <Card flush className="overflow-x-auto">
      {/* Below 721 px each row is a card of its own, so that nothing scrolls sideways. */}
      <table className="w-full border-collapse text-start">
        <thead className="bg-sunk text-sm text-ink-2 max-sm:sr-only">
          <tr>
            {(['what', 'who', 'how'] as const).map(head => (
              <th key={head} scope="col" className="px-6 py-3 text-start font-strong">
                {t(`cost.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {costs.map(cost => (
            <tr key={cost} className="border-t border-line align-top max-sm:grid max-sm:px-4 max-sm:py-3 max-sm:first:border-t-0">
              <th scope="row" className="text-start font-strong sm:w-52 sm:px-6 sm:py-4">
                {t(`cost.${cost}`)}
              </th>
              <td className="text-ink-2 max-sm:text-sm sm:w-72 sm:px-6 sm:py-4">{t(`cost.${cost}.who`)}</td>
              <td className="max-sm:mt-1 sm:px-6 sm:py-4">
                <Rich text={t(`cost.${cost}.how`)} tags={priceTags} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
