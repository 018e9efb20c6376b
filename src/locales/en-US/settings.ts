type Texts = Readonly<Record<string, string>>

/** Empty: the declaration of a setting (`settings.ts` of its domain) has its English words. */
export default { groups: {} as Texts, meanings: {} as Texts }
