/** English texts show the code of an exchange instead of a name. */
const exchanges: Readonly<Record<string, string>> = {}

export default exchanges
