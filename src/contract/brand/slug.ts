/** The operator's name in the names of packages and files, such as `acme-data`. */
export const slugPattern = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
export const slugLengthMax = 32
