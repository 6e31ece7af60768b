# Who may read what of the warehouse, with whose key data lie, and what is noted of those who read.
# Rows of a firm are for its accounts alone: BigQuery does what `sql --as` does with DuckDB, by rows.
# Columns that others' events decide (docs/entitlements.md) are behind a policy tag, which firms have
# not. Tables are made by the first `publish`: apply with `firms` after it.

locals {
  # Which column says whose a row is. What is not here no firm may read, nor any view.
  owned = {
    events     = ["ReporterId"]
    duplicates = ["reporter"]
    errors     = ["ReporterId"]
    breaks     = ["reporter", "named"]
  }

  owned_by_firm = {
    for pair in setproduct(keys(local.owned), keys(var.firms)) :
    join("_", pair) => { table = pair[0], firm = pair[1] }
  }

  readers = toset(flatten(values(var.firms)))
}

resource "google_bigquery_row_access_policy" "firm" {
  for_each = local.owned_by_firm

  dataset_id = google_bigquery_dataset.warehouse.dataset_id
  table_id   = each.value.table
  policy_id  = "firm_${lower(each.value.firm)}"
  grantees   = var.firms[each.value.firm]

  filter_predicate = join(" OR ", [
    for column in local.owned[each.value.table] : "${column} = '${each.value.firm}'"
  ])
}

# Whoever has no policy sees no row of a table that has one: the launcher, who loads it, sees all.
resource "google_bigquery_row_access_policy" "whole" {
  for_each = length(var.firms) == 0 ? {} : local.owned

  dataset_id       = google_bigquery_dataset.warehouse.dataset_id
  table_id         = each.key
  policy_id        = "whole"
  filter_predicate = "TRUE"
  grantees         = concat([local.launcher], var.analysts)
}

resource "google_bigquery_table_iam_member" "reads" {
  for_each = {
    for pair in setproduct(length(var.firms) == 0 ? [] : keys(local.owned), local.readers) :
    join(" ", pair) => pair
  }

  dataset_id = google_bigquery_dataset.warehouse.dataset_id
  table_id   = each.value[0]
  role       = "roles/bigquery.dataViewer"
  member     = each.value[1]
}

resource "google_project_iam_member" "asks" {
  for_each = local.readers

  project = var.project
  role    = "roles/bigquery.jobUser"
  member  = each.key
}

# The tag of what linking made of others' events; docs/security.md says which columns get it.
resource "google_data_catalog_taxonomy" "columns" {
  region                 = var.region
  display_name           = "${var.name}-columns"
  activated_policy_types = ["FINE_GRAINED_ACCESS_CONTROL"]
}

resource "google_data_catalog_policy_tag" "others" {
  taxonomy     = google_data_catalog_taxonomy.columns.id
  display_name = "of others"
  description  = "Decided by events of several firms: for those alone who may read all of them."
}

resource "google_data_catalog_policy_tag_iam_member" "others" {
  for_each = toset(concat([local.launcher], var.analysts))

  policy_tag = google_data_catalog_policy_tag.others.name
  role       = "roles/datacatalog.categoryFineGrainedReader"
  member     = each.key
}

# Who has read and written what: BigQuery notes it anyway, Bigtable and the bucket only if told to.
resource "google_project_iam_audit_config" "data" {
  for_each = toset(var.audited ? ["bigtable.googleapis.com", "storage.googleapis.com"] : [])

  project = var.project
  service = each.key

  audit_log_config {
    log_type = "DATA_READ"
  }
  audit_log_config {
    log_type = "DATA_WRITE"
  }
}
