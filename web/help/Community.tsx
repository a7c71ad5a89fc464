// The page /help/community.
import guide from '../../core/words/en/guides/community.json'
import { GuidePage } from './GuidePage.tsx'

export const Community = () => <GuidePage name="community" guide={guide} />
