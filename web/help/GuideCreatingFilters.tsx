// The page /help/creating-filters.
import guide from '../../core/words/en/guides/creating-filters.json'
import { GuidePage } from './GuidePage.tsx'

export const GuideCreatingFilters = () => <GuidePage name="guideCreatingFilters" guide={guide} />
