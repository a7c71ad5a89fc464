// The page /help/advanced-rules.
import guide from '../../core/words/en/guides/advanced-rules.json'
import { GuidePage } from './GuidePage.tsx'

export const GuideAdvancedRules = () => <GuidePage name="guideAdvancedRules" guide={guide} />
