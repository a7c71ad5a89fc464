// The plan on the home page of a server that sells nothing.
import { PageLink } from '../../../navigation/PageLink.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { CheckList } from '../../../ui/text/CheckList.tsx'
import { useWords, useWordsOfCodes } from '../../../words/words.tsx'
import { Band } from '../../pieces/Band.tsx'
import { freeFeatures } from '../plans/free-features.ts'

export function FreePlan() {
  const t = useWords('site')
  const plan = useWordsOfCodes()
  return (
    <Band title={t('plan.title')} lede={t('plan.lede')}>
      <Card className="p-[clamp(1.25rem,3vw,2.5rem)]!">
        <h3 className="text-xl">{plan('plans.self_hosted')}</h3>
        <CheckList items={freeFeatures.map(id => plan(`plans.${id}`))} className="gap-x-8 sm:grid-cols-2" />
        <p className="mt-2">
          <PageLink to="pricing">{t('plan.more')}</PageLink>
        </p>
      </Card>
    </Band>
  )
}
