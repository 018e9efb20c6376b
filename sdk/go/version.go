package marketdata

// version is the version of this module.
const version = "0.1.0"
