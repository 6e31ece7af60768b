variable "project" {
  description = "Google Cloud project. Everything is made in it, and everything goes with it."
  type        = string
}

variable "region" {
  description = "Region of bucket, workers and warehouse: data crosses none."
  type        = string
  default     = "europe-west3"
}

variable "zone" {
  description = "Zone of the Bigtable cluster, in the region."
  type        = string
  default     = "europe-west3-a"
}

variable "name" {
  description = "What all names begin with; two of them can live in one project."
  type        = string
  default     = "daisychain"

  validation {
    condition     = can(regex("^[a-z][a-z0-9-]{4,17}$", var.name))
    error_message = "5 to 18 small letters, digits and hyphens, a letter first."
  }
}

variable "bigtable_nodes" {
  description = "Nodes of the Bigtable cluster: `./daisychain plan` says how many."
  type        = number
  default     = 3
}

variable "submitters" {
  description = "Who may act as the launcher, for instance user:someone@example.com."
  type        = list(string)
  default     = []
}

variable "temporary_days" {
  description = "After how many days what jobs left in the bucket under temp/ is deleted."
  type        = number
  default     = 2
}

variable "protected" {
  description = "Whether `terraform destroy` stops at data: Bigtable instance, bucket and dataset."
  type        = bool
  default     = false
}

variable "image" {
  description = "Image of the program for a Cloud Run job that starts commands; null for none."
  type        = string
  default     = null
}

variable "firms" {
  description = "Who may read the rows of which reporter, by MPID: { ALFA = [\"group:alfa@example.com\"] }."
  type        = map(list(string))
  default     = {}

  validation {
    condition     = alltrue([for firm in keys(var.firms) : can(regex("^[A-Za-z0-9]{1,20}$", firm))])
    error_message = "MPIDs are letters and digits: they become part of a condition in SQL."
  }
}

variable "analysts" {
  description = "Who may read all rows and columns, for instance group:desk@example.com."
  type        = list(string)
  default     = []
}

variable "kms_key" {
  description = "Key of Cloud KMS in the region with which rows, files and tables are encrypted, as projects/…/cryptoKeys/…; null for Google's own. The service agents of Bigtable, Cloud Storage and BigQuery need roles/cloudkms.cryptoKeyEncrypterDecrypter on it."
  type        = string
  default     = null
}

variable "audited" {
  description = "Whether each reading and writing of Bigtable and the bucket is noted in the audit log, which costs."
  type        = bool
  default     = false
}
