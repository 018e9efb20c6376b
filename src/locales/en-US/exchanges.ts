/** English readers see the code of an exchange. */
const exchanges: Readonly<Record<string, string>> = {}

export default exchanges
